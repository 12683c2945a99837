/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export async function pauseUnlessStopped(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, milliseconds);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  await promise;
  clearTimeout(timer);
  signal.removeEventListener("abort", end);
}
