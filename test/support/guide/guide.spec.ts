import { readGuide } from './guide';

const fence = (language: string, ...lines: string[]): string =>
  ['```' + language, ...lines, '```', ''].join('\n');

describe('readGuide', () => {
  it('reads requests with their answers, in order, and what happens in the browser in between', () => {
    const markdown = [
      '# Title',
      fence('sh', 'curl a \\', '  -G'),
      'Its answer:',
      fence('json', '{}'),
      '<!-- in the browser: confirm -->',
      '',
      fence('sh', 'curl b'),
      fence('json', '[', ']'),
    ].join('\n');
    expect(readGuide(markdown)).toEqual({
      steps: [
        { kind: 'request', line: 3, command: 'curl a \\\n  -G', answer: '{}' },
        { kind: 'browser', line: 12, action: 'confirm' },
        { kind: 'request', line: 15, command: 'curl b', answer: '[\n]' },
      ],
      quotations: [],
      faults: [],
    });
  });

  it('reads quotations of files', () => {
    const { quotations, faults } = readGuide(fence('js', '// demo/page.html', 'a', 'b'));
    expect(quotations).toEqual([{ line: 2, file: 'demo/page.html', text: 'a\nb' }]);
    expect(faults).toEqual([]);
  });

  it('skips a block after a mark with a reason', () => {
    const markdown = ['<!-- not run: it takes an hour -->', '', fence('sh', 'npm start')].join('\n');
    expect(readGuide(markdown)).toEqual({ steps: [], quotations: [], faults: [] });
  });

  it.each([
    ['a request without an answer', fence('sh', 'curl a'), 'line 2: no answer follows the request'],
    [
      'two requests with one answer',
      fence('sh', 'curl a') + fence('sh', 'curl b') + fence('json', '{}'),
      'line 2: no answer follows the request',
    ],
    ['an answer without a request', fence('json', '{}'), 'line 2: the block json is neither run nor marked'],
    [
      'a second answer',
      fence('sh', 'curl a') + fence('json', '{}') + fence('json', '{}'),
      'line 8: the block json is neither run nor marked',
    ],
    ['another language', fence('js', 'call();'), 'line 2: the block js is neither run nor marked'],
    ['a block without language', fence('', 'text'), 'line 2: the block  is neither run nor marked'],
    ['an indented block', '   ```js\n   a\n   ```', 'line 2: the block js is neither run nor marked'],
    ['a block of tildes', '~~~js\na\n~~~', 'line 2: the block js is neither run nor marked'],
    ['an open block', '```sh\ncurl a', 'line 1: the block has no end'],
    ['a mark without a reason', `<!-- not run: -->\n${fence('js', 'a')}`, 'line 1: unknown comment'],
    ['a mark without a block', '<!-- not run: slow -->\n\ntext', 'line 3: no block follows the mark'],
    ['another comment', '<!-- in a browser: confirm -->', 'line 1: unknown comment'],
  ])('reports %s', (_, markdown, fault) => expect(readGuide(markdown).faults).toContain(fault));

  it('lets a mark skip one block only', () => {
    const markdown = `<!-- not run: slow -->\n${fence('js', 'a')}${fence('js', 'b')}`;
    expect(readGuide(markdown).faults).toEqual(['line 6: the block js is neither run nor marked']);
  });
});
