import { mediaTypeOf, MEDIA_TYPES } from './media-type';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('the media type of a file', () => {
  it.each([
    ['%PDF-1.7', 'application/pdf'],
    ['GIF89a', 'image/gif'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['RIFF....WAVEfmt ', 'audio/wav'],
    ['ID3\u0003', 'audio/mpeg'],
    ['OggS', 'audio/ogg'],
    ['....ftypisom', 'video/mp4'],
    ['....ftypM4A ', 'audio/mp4'],
    ['PK\u0003\u0004', 'application/zip'],
    ['Setlist: one, two', 'text/plain'],
  ])('of %j is %s', (head, type) => expect(mediaTypeOf(Buffer.from(head, 'latin1'))).toBe(type));

  it.each([
    ['89504e470d0a1a0a', 'image/png'],
    ['ffd8ffe0', 'image/jpeg'],
    ['1a45dfa3', 'video/webm'],
    ['00010203', 'application/octet-stream'],
    ['c328', 'application/octet-stream'],
    ['', 'application/octet-stream'],
  ])('of the bytes %s is %s', (head, type) => expect(mediaTypeOf(hex(head))).toBe(type));

  it('of a text whose last character is cut off is still that of a text', () => {
    expect(mediaTypeOf(Buffer.from('Stórlag').subarray(0, 3))).toBe('text/plain');
  });

  it.each([
    '<!doctype html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    '<?xml version="1.0"?><x/>',
  ])('is never one that a browser renders as a page: %s', (head) =>
    expect(mediaTypeOf(Buffer.from(head))).toBe('text/plain'),
  );

  it('is one of a list without HTML, SVG, XML and scripts', () => {
    expect(MEDIA_TYPES.filter((type) => /html|svg|xml|script/.test(type))).toEqual([]);
  });
});
