/** An answer that the document of its API does not allow. */
export class Undocumented extends Error {
  override readonly name = 'Undocumented';
}
