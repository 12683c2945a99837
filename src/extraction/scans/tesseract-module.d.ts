declare module "tesseract.js-core/tesseract-core-relaxedsimd-lstm.js" {
  export default function start(options: object): Promise<unknown>;
}
