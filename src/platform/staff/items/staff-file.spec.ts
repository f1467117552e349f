import { cleanFileName } from './staff-file';

describe('the name of an uploaded file', () => {
  it.each([
    ['Setlist.pdf', 'Setlist.pdf'],
    ['Tónleikar 2027.mp3', 'Tónleikar 2027.mp3'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\kim\\setlist.pdf', 'setlist.pdf'],
    ['a\u0000b\r\nc.txt', 'abc.txt'],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['..', ''],
    ['.htaccess', 'htaccess'],
    [' .. / ', ''],
    ['half \ud83d', 'half'],
  ])('%j is stored as %j', (name, stored) => expect(cleanFileName(name)).toBe(stored));
});
