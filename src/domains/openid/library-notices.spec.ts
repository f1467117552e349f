import { logNotices } from './library-notices';

describe('what the provider library prints', () => {
  it('goes to the log, except for warnings about what is no fault here', () => {
    const printed: unknown[][] = [];
    const logged: string[] = [];
    const print = (...parts: unknown[]): void => void printed.push(parts);
    const output = { info: print, warn: print };
    logNotices(output, (notice) => logged.push(notice));
    output.warn('oidc-provider WARNING: Unsupported runtime. Use Node.js v22.x LTS, or a later LTS release.');
    output.warn('\x1b[31;1moidc-provider WARNING: default findAccount function called');
    output.info('oidc-provider NOTICE: an experimental feature is enabled');
    output.warn('of another library', 7);
    expect(logged).toEqual(['default findAccount function called', 'an experimental feature is enabled']);
    expect(printed).toEqual([['of another library', 7]]);
  });
});
