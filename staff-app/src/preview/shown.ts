/** What the page of previews shows: a widget for websites, and what the public API answers to it. */
export interface Shown {
  /** Of the widget's element: `{ fanclub: 'contest', contest: '7' }` for `data-fanclub` and `data-contest`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** By the path below the API: `{ '/plans': { plans: [] } }`. */
  readonly answers: Readonly<Record<string, object>>;
  /** The instant of the answers; null: now. */
  readonly at: string | null;
}
