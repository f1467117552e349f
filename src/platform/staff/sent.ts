/** The key of {@link Sent} in the data of a parameter decorator. */
export const SENT = 'sent';

/** What a parameter decorator for staff reads of a request; the OpenAPI document says it. `as` and `at` are those of previews. */
export type Sent = 'item' | 'csv' | 'dryRun' | 'key' | 'as' | 'at';

/** The decorator with data by which the OpenAPI document recognizes it. */
export const sends =
  (sent: Sent, decorator: (data: unknown) => ParameterDecorator) => (): ParameterDecorator =>
    decorator({ [SENT]: sent });
