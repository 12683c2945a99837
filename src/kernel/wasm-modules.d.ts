/** Assembled from the `.wat` file of the same name; imported with `type: "file"` it is the path of the module. */
declare module "*.wasm" {
  const path: string;
  export default path;
}
