declare module "*.service" {
  const text: string;
  export default text;
}
declare module "*.plist" {
  const text: string;
  export default text;
}
