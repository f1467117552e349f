import { benefitShape } from './benefit.serializer';

describe('benefitShape', () => {
  it('shows the fields of contract 5.19 in their order, without the plans', () => {
    const row = {
      planIds: [1, 2],
      imageUrl: null,
      type: 'online',
      details: '<p>Early</p>',
      summary: 'Presale',
      id: 3,
    };
    expect(Object.entries(benefitShape(row))).toEqual([
      ['id', 3],
      ['summary', 'Presale'],
      ['details', '<p>Early</p>'],
      ['benefit_type', 'online'],
      ['image_url', null],
    ]);
  });
});
