/** Simplified characters. */
import { type Language, unlisted } from "./language.ts";

export const chinese: Language = {
  tag: "zh",
  spacing: "none",
  questions: {
    how_to: "如何|怎么|怎样|怎麼|怎樣|哪些步骤",
    how_many: "多少|几个|几名|几次|几种|幾個|有几|百分之几|多少个|比例|幾",
    when: "什么时候|何时|哪一年|哪年|哪一天|哪天|几月|哪个月|哪个世纪|什麼時候|何時|几点|什么时间|哪个年代|几几年|多久以前|什么日期|日期是",
    how_much: "多长|多大|多高|多远|多久|多重|多快|多深|多宽|多少钱|多常|多热|多長|多遠",
    why: "为什么|为何|為什麼|為何|什么原因|原因是|为了什么",
    where:
      "哪里|哪儿|何处|什么地方|哪个国家|哪个城市|哪个州|哪个地区|在哪|哪裡|什麼地方|哪個國家|哪个地方|哪座城市|何地",
    list: "列出|哪些|哪几|有什么种类|哪些类型",
    who: "谁|誰|何人|什么人|哪位|哪个人|哪位总统",
    definition: "什么意思|定义|什么是|是什么|是什麼|何谓|指的是什么|叫什么|称为什么",
    yes_no: "吗|嗎|是否|是不是|能不能|有没有",
    other: "什么|什麼|哪|何|几",
  },
  negation: "不|没|沒|非|无|無",
  exceptions: "除了",
  frames: null,
  ...unlisted,
  negatingPrefixes: null,
  breadth: {
    sides: null,
    linked: null,
    overview:
      "概述|概括|总结|總結|概览|概覽|综述|介绍一下|介紹一下|概况|总览|^(?:请|請)?(?:给我|給我|你)?(?:解释|解釋|说明|說明|描述|讲讲|讲一下|谈谈|说说|介绍|介紹)|(?<source>^[^，。？]{1,12}?)(?:对于|对|對|关于|關於|就|在).{1,40}?(?:怎么说|怎麼說|怎样说|如何说|说了什么|說了什麼|如何规定|有何规定|有什么规定|有什么要求|有何要求|怎么规定)|关于.{1,40}(?:需要知道|应该知道|必须知道|的一切|的所有)",
    contents:
      "^(?:请|請)?(?:给我|給我)?(?:概述|概括|总结|總結|介绍|介紹)(?:一下)?(?:所有|全部|这些|這些|你的)?(?:的)?(?:文档|文件|资料|資料|来源|內容|内容)[。？?！!]*$|^(?:你|这里|這裡)?(?:有|有些)(?:哪些|什么|什麼)(?:文档|文件|资料|資料|来源)[。？?]*$|^你(?:能|可以)(?:帮|幫)(?:我|助我)(?:什么|什麼|做什么)[。？?]*$",
    about:
      "概述 概括 总结 總結 概览 概覽 综述 介绍 介紹 一下 概况 总览 解释 解釋 说明 說明 描述 列出 讲讲 谈谈 说说 请 給我 给我 怎么说 怎麼說 是怎么说的 怎么 说的 规定 要求 要点 哪些 什么 关于 關於 对于 有 的",
  },
  refusal: "在现有资料中没有找到这个问题的答案。",
  connectives: "但是|但|然而|不过|因此|所以|否则|这样|在这种情况下",
  announcing: "如下|以下|下列|下表",
  followUps: {
    openers: "那么|那|还有|但是|或者|为什么|而",
    pointers: "它|它们|他|她|他们|她们|这个|那个|这些|那些|这里|那里",
  },
  talk: {
    hello: "你好|您好|嗨|早上好|晚上好|下午好",
    thanks: "谢谢|谢谢你|多谢|謝謝",
    goodbye: "再见|再見",
    ability: "你能做什么|你会什么|你是谁|帮助|你能做什麼|你是誰",
  },
  replies: {
    hello: "你好！我是{name}。",
    introduction: "我是{name}。",
    thanks: "不客气。",
    goodbye: "再见。",
    sources: "我根据以下资料回答：{titles}。",
    noSources: "我还没有资料。",
    examples: "例如，你可以问我：",
    about: "资料中关于{subject}是怎么说的？",
  },
  numbers: null,
  reasons: "因为|因為|由于|由於|所以",
  eras: "世纪|世紀",
  abbreviations: null,
  capitalNouns: false,
};

export const chineseTraditional: Language = {
  ...chinese,
  tag: "zh-hant",
  refusal: "在現有資料中沒有找到這個問題的答案。",
  replies: {
    hello: "你好！我是{name}。",
    introduction: "我是{name}。",
    thanks: "不客氣。",
    goodbye: "再見。",
    sources: "我根據以下資料回答：{titles}。",
    noSources: "我還沒有資料。",
    examples: "例如，你可以問我：",
    about: "資料中關於{subject}是怎麼說的？",
  },
};
