/** Whether an `Accept` header prefers HTML to JSON, as those of browsers do. Programs accept anything or send no header. */
export function prefersHtml(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(rangeOf);
  return qualityOf('text', 'html', ranges) > qualityOf('application', 'json', ranges);
}

interface Range {
  /** In lower case; may contain `*`. */
  type: string;
  /** 0 to 1. */
  quality: number;
}

function rangeOf(written: string): Range {
  const [type, ...parameters] = written.split(';').map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The quality of the most specific range; 0 if none covers the type. */
function qualityOf(type: string, subtype: string, ranges: readonly Range[]): number {
  for (const wanted of [`${type}/${subtype}`, `${type}/*`, '*/*']) {
    const range = ranges.find((one) => one.type === wanted);
    if (range) return range.quality;
  }
  return 0;
}
