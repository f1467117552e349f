import { CatalogueFaults, Faults, Reading } from '#platform/catalogue';
import { CATALOGUE, type CatalogueFile } from './catalogue';
import { memberPathOf } from './member';
import type { CatalogueSource } from './source';

/** What the first pass over a catalogue yields. */
export interface Checked {
  /** The catalogue without the members of its long lists. */
  readonly outline: CatalogueFile;
  /** Its faults so far, and the ids and keys it uses. */
  readonly reading: Reading;
}

/**
 * Checks everything that the file says by itself: forms, unknown and missing fields, what it gives twice. References, and what
 * the database knows, come later. `each` is called after every batch. Throws {@link CatalogueFaults} when the limit is reached.
 */
export async function checkForm(
  source: CatalogueSource,
  each: () => void = () => undefined,
  catalogue = CATALOGUE,
): Promise<Checked> {
  const reading = new Reading(new Faults());
  const pass = source.pass(reading.faults);
  for await (const members of pass.members) {
    for (const member of members) {
      if (reading.faults.full) throw new CatalogueFaults(reading.faults.found);
      catalogue.lists.get(member.list)?.format.read(member.value, memberPathOf(member), reading);
    }
    each();
  }
  return { outline: catalogue.format.read(pass.outline(), '', reading), reading };
}
