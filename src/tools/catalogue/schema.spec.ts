import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import {
  fanclubWith,
  fullCatalogue,
  catalogueOf,
  type Json,
  type JsonObject,
} from '../../../test/support/catalogues';
import { checkFormat } from './check';
import { ObjectSource } from './source';
import { CATALOGUE } from './catalogue';

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  validateFormats: false,
  allowUnionTypes: true,
});
const valid = ajv.compile(CATALOGUE.schema());

async function accepted(catalogue: Json): Promise<boolean> {
  return !(await checkFormat(new ObjectSource(catalogue, ['customers', 'contacts']))).readContext.faults.any;
}

/** Every place in a JSON value, as container and key. */
function places(json: Json): [JsonObject | Json[], string | number][] {
  if (Array.isArray(json)) {
    return json.flatMap((item, index) => [[json, index] as [Json[], number], ...places(item)]);
  }
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => [
    [json, key] as [JsonObject, string],
    ...places(value),
  ]);
}

/** The full catalogue with one changed place, for each place. */
function* mutants(
  change: (container: JsonObject | Json[], key: string | number) => void,
): Generator<[string, Json]> {
  const whole = fullCatalogue();
  for (const [index, [container, key]] of places(whole).entries()) {
    const before = Array.isArray(container) ? [...container] : { ...container };
    change(container, key);
    yield [`${index} (${key})`, whole];
    if (Array.isArray(container)) container.splice(0, Infinity, ...(before as Json[]));
    else {
      for (const field of Object.keys(container)) delete container[field];
      Object.assign(container, before);
    }
  }
}

describe('catalog.schema.json', () => {
  it('is what the code describes; npm run generate writes it', () => {
    const shipped = readFileSync(join(__dirname, '../../../docs/reference/catalog.schema.json'), 'utf8');
    expect(shipped).toBe(`${JSON.stringify(CATALOGUE.schema(), null, 2)}\n`);
  });

  it.each<[string, Json]>([
    ['a full catalogue', fullCatalogue()],
    ['a small one', catalogueOf(fanclubWith())],
  ])('accepts %s, as the validator does', async (_, catalogue) => {
    expect(valid(catalogue)).toBe(true);
    expect(await accepted(catalogue)).toBe(true);
  });

  /** For rules that the schema can express, both must accept or both refuse. */
  const alike: [string, (container: JsonObject | Json[], key: string | number) => void][] = [
    [
      'removed',
      (container, key) =>
        Array.isArray(container) ? container.splice(Number(key), 1) : delete container[key],
    ],
    ['an empty object', (container, key) => Object.assign(container, { [key]: {} })],
    ['a list', (container, key) => Object.assign(container, { [key]: [] })],
    ['a flag', (container, key) => Object.assign(container, { [key]: true })],
    ['a fraction', (container, key) => Object.assign(container, { [key]: 1.5 })],
    ['below zero', (container, key) => Object.assign(container, { [key]: -1 })],
    ['an empty text', (container, key) => Object.assign(container, { [key]: '' })],
    [
      'accompanied by an unknown field',
      (container) => !Array.isArray(container) && Object.assign(container, { nmae: 'x' }),
    ],
  ];

  it.each(alike)('agrees with the validator on each place: %s', async (_, change) => {
    const disagreements: object[] = [];
    for (const [place, mutant] of mutants(change)) {
      const verdicts = { schema: valid(mutant), validator: await accepted(mutant) };
      if (verdicts.schema !== verdicts.validator) disagreements.push({ place, ...verdicts });
    }
    expect(disagreements).toEqual([]);
  });

  it.each<[string, Json]>([
    ['null', null],
    ['a text', 'surely not an instant, an amount or an address\n'],
    ['a number', 12],
  ])('accepts %s wherever the validator accepts it', async (_, value) => {
    const refused: string[] = [];
    for (const [place, mutant] of mutants((container, key) => Object.assign(container, { [key]: value }))) {
      if ((await accepted(mutant)) && !valid(mutant)) refused.push(place);
    }
    expect(refused).toEqual([]);
  });
});
