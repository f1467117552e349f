/** A request as a `curl` command describes it. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The file of `-b`, from which the cookies are read. */
  readonly cookiesFrom?: string;
  /** The file of `-c`, to which the cookies are written. */
  readonly cookiesTo?: string;
}

const FORM = 'application/x-www-form-urlencoded';
/** One word of a command, from quoted and plain parts. */
const WORD = /^(?:'[^']*'|"[^"$`\\]*"|[^\s'"$`\\|&;<>()*?~#]+)+/;

/**
 * The words of a command line for a shell. It may continue after a backslash at the end of a line.
 *
 * @throws Error for anything that a shell would replace or run, and for a second command
 */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  let rest = command.replaceAll('\\\n', ' ').trim();
  while (rest !== '') {
    const [word] = WORD.exec(rest) ?? [];
    if (word === undefined) throw new Error(`not a plain command: ${rest}`);
    words.push(
      word.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? ''),
    );
    const after = rest.slice(word.length);
    if (/^[^\S\n]*\n/.test(after)) throw new Error(`more than one command: ${after.trim()}`);
    rest = after.trim();
  }
  return words;
}

/** `name=value` with the value encoded for a URL, as by `--data-urlencode`. */
function urlEncoded(data: string): string {
  const at = data.indexOf('=');
  return data.slice(0, at + 1) + encodeURIComponent(data.slice(at + 1));
}

/**
 * Reads a `curl` command with the options `-X`, `-H`, `-d`, `--data-urlencode`, `-G`, `-b` and `-c`, each with its value as the next
 * word. Tests send the request themselves, so that they do not need curl.
 *
 * @throws Error for another command, and for another option
 */
export function parseCurl(command: string): CurlRequest {
  const [program, ...words] = shellWords(command);
  if (program !== 'curl') throw new Error(`not a curl command: ${command}`);
  const headers: Record<string, string> = {};
  const data: string[] = [];
  const urls: string[] = [];
  const files: { cookiesFrom?: string; cookiesTo?: string } = {};
  let method: string | undefined;
  let isQuery = false;
  const value = (option: string): string => {
    const next = words.shift();
    if (next === undefined) throw new Error(`${option} has no value`);
    return next;
  };
  const options: Record<string, (option: string) => void> = {
    '-X': (option) => (method = value(option)),
    '-H': (option) => {
      const [, name, content] = /^([\w-]+): *(.*)$/.exec(value(option)) ?? [];
      if (name === undefined || content === undefined) throw new Error('-H has no header');
      headers[name.toLowerCase()] = content;
    },
    '-d': (option) => data.push(value(option)),
    '--data-urlencode': (option) => data.push(urlEncoded(value(option))),
    '-G': () => (isQuery = true),
    '-b': (option) => (files.cookiesFrom = value(option)),
    '-c': (option) => (files.cookiesTo = value(option)),
  };
  while (words.length > 0) {
    const word = words.shift()!;
    if (word.startsWith('-')) {
      const read = options[word];
      if (!read) throw new Error(`unknown option ${word}`);
      read(word);
    } else urls.push(word);
  }
  const [url] = urls;
  if (url === undefined || urls.length > 1) throw new Error(`not one URL: ${command}`);
  const sent = data.join('&');
  if (data.length === 0) return { method: method ?? 'GET', url, headers, ...files };
  if (isQuery) {
    const separator = url.includes('?') ? '&' : '?';
    return { method: method ?? 'GET', url: url + separator + sent, headers, ...files };
  }
  return {
    method: method ?? 'POST',
    url,
    headers: { 'content-type': FORM, ...headers },
    body: sent,
    ...files,
  };
}
