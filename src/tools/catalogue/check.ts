import { CatalogueFaults, Faults, ReadContext } from '#platform/catalogue';
import { CATALOGUE } from './catalogue';
import { memberPathOf } from './batches';
import type { CatalogueSource } from './source';

/**
 * Makes the first pass over a catalogue. It checks the format: types, unknown and missing fields, duplicates. References, and
 * everything that needs the database, are checked later.
 *
 * @param each called after every batch
 * @returns the catalogue without the members of its long lists, and its faults so far with the ids and keys that it uses
 * @throws CatalogueFaults when the limit is reached
 */
export async function checkFormat(
  source: CatalogueSource,
  each: () => void = () => undefined,
  catalogue = CATALOGUE,
) {
  const readContext = new ReadContext(new Faults());
  const pass = source.pass(readContext.faults);
  for await (const members of pass.members) {
    for (const member of members) {
      if (readContext.faults.full) throw new CatalogueFaults(readContext.faults.found);
      catalogue.lists.get(member.list)?.format.read(member.value, memberPathOf(member), readContext);
    }
    each();
  }
  return { outline: catalogue.format.read(pass.outline(), '', readContext), readContext };
}
