/** The threads that the host starts. */
export type WorkerName = "library-worker" | "engine-worker" | "press-worker";

/** The file of a thread: beside this one in the sources, in dist/workers/ when this is bundled. */
export function workerUrl(name: WorkerName): URL {
  const here = import.meta.url;
  const bundled = !here.endsWith(".ts");
  return new URL(bundled ? `../workers/${name}.js` : `./${name}.ts`, here);
}
