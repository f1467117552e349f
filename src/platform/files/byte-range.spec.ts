import { wantedRange } from './byte-range';

describe('the part of a file of ten bytes that a request wants', () => {
  it.each([
    [undefined, 'whole'],
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=4-', { first: 4, last: 9 }],
    ['bytes=4-100', { first: 4, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-30', { first: 0, last: 9 }],
    ['bytes=10-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=5-4', 'whole'],
    ['bytes=0-1,4-5', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=a-b', 'whole'],
    ['lines=1-2', 'whole'],
    ['bytes=99999999999999999-', 'whole'],
  ])('is for %j: %j', (header, range) => expect(wantedRange(header, 10)).toEqual(range));
});
