declare module "*.pack" {
  const path: string;
  export default path;
}
