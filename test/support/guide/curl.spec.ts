import { parseCurl, shellWords } from './curl';

const URL = 'http://localhost:3000/api/v1/events?key=k';

describe('shellWords', () => {
  it('reads plain, quoted and joined words, and continued lines', () => {
    expect(shellWords(`curl -b jar 'a b' "c'd" e'f g'h \\\n  'i'`)).toEqual([
      'curl',
      '-b',
      'jar',
      'a b',
      "c'd",
      'ef gh',
      'i',
    ]);
  });

  it.each([
    'curl $HOME',
    'curl "$HOME"',
    'curl `id`',
    'curl a | sh',
    'curl a; id',
    'curl a > b',
    "curl 'a",
    'curl a*',
  ])('refuses %s', (command) => expect(() => shellWords(command)).toThrow('not a plain command'));

  it('refuses a second command', () => {
    expect(() => shellWords('curl a\ncurl b')).toThrow('more than one command: curl b');
  });
});

describe('parseCurl', () => {
  it('reads a GET', () => {
    expect(parseCurl(`curl '${URL}'`)).toEqual({ method: 'GET', url: URL, headers: {} });
  });

  it('reads headers and cookie files', () => {
    expect(parseCurl(`curl -b from -c to -H 'Api-Key: a: b' '${URL}'`)).toEqual({
      method: 'GET',
      url: URL,
      headers: { 'api-key': 'a: b' },
      cookiesFrom: 'from',
      cookiesTo: 'to',
    });
  });

  it('posts data, as a form unless a header says otherwise', () => {
    const type = 'application/x-www-form-urlencoded';
    expect(parseCurl(`curl '${URL}' -d a=1 -d b=2`)).toEqual({
      method: 'POST',
      url: URL,
      headers: { 'content-type': type },
      body: 'a=1&b=2',
    });
    expect(parseCurl(`curl '${URL}' -H 'Content-Type: application/json' -d '{ "a": 1 }'`)).toEqual({
      method: 'POST',
      url: URL,
      headers: { 'content-type': 'application/json' },
      body: '{ "a": 1 }',
    });
  });

  it('encodes values, and puts them in the query with -G', () => {
    expect(parseCurl(`curl -G '${URL}' --data-urlencode 'email=a+b@x.example' -d limit=2`)).toEqual({
      method: 'GET',
      url: `${URL}&email=a%2Bb%40x.example&limit=2`,
      headers: {},
    });
    expect(parseCurl('curl -G http://a/ -d b=1').url).toBe('http://a/?b=1');
    expect(parseCurl(`curl '${URL}' --data-urlencode 'contact[email]=a&b'`).body).toBe(
      'contact[email]=a%26b',
    );
  });

  it('uses the method of -X', () => {
    expect(parseCurl(`curl -X POST '${URL}'`)).toEqual({ method: 'POST', url: URL, headers: {} });
  });

  it.each([
    ['wget http://a/', 'not a curl command'],
    ['curl', 'not one URL'],
    ['curl http://a/ http://b/', 'not one URL'],
    ['curl -L http://a/', 'unknown option -L'],
    ['curl http://a/ -d', '-d has no value'],
    ['curl http://a/ -H nothing', '-H has no header'],
  ])('refuses %s', (command, fault) => expect(() => parseCurl(command)).toThrow(fault));
});
