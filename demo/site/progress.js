/** Milliseconds until progress is shown. Faster answers never flicker. */
const SHOW_AFTER = 300;
/** Milliseconds until the progress also says that it takes long. */
const SLOW_AFTER = 4000;

/** Does something, and calls `onWait` and later `onSlow` if it takes that long. Resolves with what `work` resolves with. */
export async function withProgress(work, { onWait, onSlow }) {
  const timers = [setTimeout(onWait, SHOW_AFTER), setTimeout(onSlow, SLOW_AFTER)];
  try {
    return await work();
  } finally {
    timers.forEach((timer) => clearTimeout(timer));
  }
}
