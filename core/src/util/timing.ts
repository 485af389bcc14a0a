/** The rejection of `withTimeout` when time is up. */
export const timeUp = Symbol('time is up');

/**
 * Runs `work` for up to `ms` milliseconds. Then it rejects with `timeUp`, and the signal that `work` got aborts. Its timer keeps the process
 * alive, unlike that of `AbortSignal.timeout`.
 */
export async function withTimeout<Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(timeUp);
      controller.abort(timeUp);
    }, ms);
  });
  try {
    return await Promise.race([late, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
  }
}
