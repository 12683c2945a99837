/** Vietnamese: what the program knows about how the language is written and how its questions are phrased. */
import type { Language } from "./language.ts";

export const vietnamese: Language = {
  tag: "vi",
  spacing: "words",
  questions: {
    how_to: "làm thế nào|làm sao|cách nào|như thế nào để|cách để|các bước",
    how_many: "bao nhiêu người|bao nhiêu phần trăm|có bao nhiêu|mấy|số lượng|tỷ lệ nào",
    when: "khi nào|năm nào|ngày nào|tháng nào|thế kỷ nào|bao giờ|lúc nào|thời gian nào|thập kỷ nào|năm bao nhiêu|mấy giờ",
    how_much: "bao nhiêu|bao lâu|bao xa|bao nhiêu tuổi|cao bao nhiêu|thường xuyên",
    why: "tại sao|vì sao|lý do|nguyên nhân",
    where: "ở đâu|đâu|nước nào|quốc gia nào|thành phố nào|nơi nào|khu vực nào|bang nào|châu lục nào",
    list: "liệt kê|những gì|những loại nào|các loại|kể tên|những ai",
    who: "ai|của ai|người nào|vị vua nào|tổng thống nào",
    definition: "nghĩa là gì|định nghĩa|là gì|gọi là gì",
    yes_no: "không|có phải|phải không|đúng không",
    other: "gì|nào",
  },
  negation: "chưa|ngoại trừ|trừ",
  opposites: null,
  breadth: null,
  refusal: "Tôi không tìm thấy câu trả lời cho câu hỏi này trong các nguồn hiện có.",
  followUps: {
    openers: "và|còn|nhưng|hay|vậy|tại sao",
    pointers: "nó|chúng|họ|ông ấy|bà ấy|cái đó|cái này|đó|này|ở đó",
  },
  talk: {
    hello: "xin chào|chào|chào bạn",
    thanks: "cảm ơn|cảm ơn bạn|cám ơn",
    goodbye: "tạm biệt",
    ability: "bạn có thể làm gì|bạn là ai|giúp đỡ",
  },
  replies: {
    hello: "Xin chào! Tôi là {name}.",
    introduction: "Tôi là {name}.",
    thanks: "Không có gì.",
    goodbye: "Tạm biệt.",
    sources: "Tôi trả lời từ các nguồn này: {titles}.",
    noSources: "Tôi chưa có nguồn nào.",
    examples: "Bạn có thể hỏi tôi, ví dụ:",
    about: "Các nguồn nói gì về {subject}?",
  },
  numbers: "hai ba bốn năm sáu bảy tám chín mười trăm nghìn triệu",
  reasons: "vì|bởi vì|do",
  eras: "thế kỷ",
  abbreviations: null,
  capitalNouns: false,
};
