type Form = typeof import('./form');

/** The titles of the tests that a run of this form runs. */
function declaredBy(form: string): string[] {
  const titles: string[] = [];
  const declare = (title: string): unknown => titles.push(title);
  const declareEach = (rows: readonly string[]) => (title: string) =>
    rows.forEach((row) => declare(title + row));
  const [before, itBefore] = [process.env.TEST_RUN, globalThis.it];
  process.env.TEST_RUN = JSON.stringify({ form });
  const skip = Object.assign(() => {}, { each: () => () => {} });
  globalThis.it = Object.assign(declare, { each: declareEach, skip }) as unknown as jest.It;
  try {
    jest.isolateModules(() => declareAll(jest.requireActual<Form>('./form')));
  } finally {
    globalThis.it = itBefore;
    if (before === undefined) delete process.env.TEST_RUN;
    else process.env.TEST_RUN = before;
  }
  return titles;
}

function declareAll({ cases, inLongForm, it, itInBoth }: Form): void {
  it('alike', () => {});
  it.each(['1', '2'])('alike ', () => {});
  inLongForm(() => {
    inLongForm(() => it('long within', () => {}));
    it('long', () => {});
    it.each(['1', '2'])('long ', () => {});
  });
  it('alike at the end', () => {});
  itInBoth('grows', () => {});
  itInBoth.each(cases({ short: ['some'], long: ['others'] }))('grows by ', () => {});
}

const ALIKE = ['alike', 'alike 1', 'alike 2'];
const LONG = ['long within', 'long', 'long 1', 'long 2'];

it.each([
  ['short', [...ALIKE, 'alike at the end', 'grows', 'grows by some']],
  ['long', [...LONG, 'grows', 'grows by others']],
  ['all', [...ALIKE, ...LONG, 'alike at the end', 'grows', 'grows by others', 'grows by some']],
])(
  'the form %s runs each test that belongs to it, so that the short and the long one lose none',
  (form, titles) => {
    expect(declaredBy(form)).toEqual(titles);
  },
);
