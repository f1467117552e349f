import { createHash } from 'node:crypto';
import { makersOf, type Samples } from '#samples';
import type { Benefit } from '#domains/benefits/benefit.entity';
import { BenefitItem } from './benefit-item.entity';

/** The columns of a file whose content is the text. Its storage does not have it. */
const fileOf = (fanclubId: number, text: string) => {
  const sha256 = createHash('sha256').update(text).digest();
  const random = createHash('sha256').update(`${text} ${Math.random()}`).digest('hex').slice(0, 16);
  return {
    html: null,
    fileName: `${text}.txt`,
    mediaType: 'text/plain',
    size: Buffer.byteLength(text),
    sha256,
    store: 'folder' as const,
    fileKey: `${fanclubId}/${sha256.toString('hex')}-${random}`,
  };
};

const makers = makersOf({
  /** A text of a benefit. With `file`, a file whose storage does not have it. */
  async benefitItem({
    benefit,
    file,
    ...overrides
  }: Partial<BenefitItem> & { benefit?: Benefit; file?: string } = {}): Promise<BenefitItem> {
    const { n } = this.seed();
    const { id: benefitId, fanclubId } = benefit ?? (await this.benefit());
    return this.save(BenefitItem, {
      fanclubId,
      benefitId,
      position: n,
      title: `Item ${n}`,
      ...(file === undefined
        ? {
            html: `<p>Text ${n}</p>`,
            fileName: null,
            mediaType: null,
            size: null,
            sha256: null,
            store: null,
            fileKey: null,
          }
        : fileOf(fanclubId, file)),
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends ExclusiveContentMakers {}
  interface ClubRows {
    readonly benefitItem: BenefitItem;
    readonly benefitFile: BenefitItem;
  }
}
type ExclusiveContentMakers = typeof makers;

const READ = { permission: 'plans.read' } as const;
const WRITE = { permission: 'plans.write', audits: 'benefit_item' } as const;

export const samples: Samples = {
  makers,
  after: ['benefits', 'plans'],
  async club({ given, club, of, textFor }) {
    await of('entitled');
    const benefit = await given.benefit({ plans: [club.gold] });
    const benefitItem = await given.benefitItem({ benefit, html: `<p>${textFor('entitled')}</p>` });
    const fileName = `${textFor('entitled')}.txt`;
    const benefitFile = await given.benefitItem({ benefit, file: `file of ${club.name}`, fileName });
    return { benefitItem, benefitFile };
  },
  staff: {
    'GET /fanclubs/:fanclubId/benefits/:id/items': {
      ...READ,
      request: ({ club }) => ({ params: { id: club.benefitItem.benefitId } }),
    },
    'POST /fanclubs/:fanclubId/benefits/:id/items': {
      ...WRITE,
      request: ({ club, n }) => ({
        params: { id: club.benefitItem.benefitId },
        body: { title: `Demo ${n}`, html: '<p>How we recorded it</p>' },
      }),
    },
    'POST /fanclubs/:fanclubId/benefits/:id/files': {
      ...WRITE,
      request: ({ club, n }) => ({
        params: { id: club.benefitItem.benefitId },
        query: { name: `demo-${n}.txt` },
        file: `The demo ${n}`,
      }),
    },
    'POST /fanclubs/:fanclubId/benefits/:id/order': {
      permission: 'plans.write',
      audits: 'benefit',
      ids: ['items'],
      request: async ({ given }) => {
        const benefit = await given.benefit();
        const [one, two] = [await given.benefitItem({ benefit }), await given.benefitItem({ benefit })];
        return { params: { id: benefit.id }, body: { items: [two.id, one.id] } };
      },
    },
    'GET /fanclubs/:fanclubId/benefit_items/:id': {
      ...READ,
      request: ({ club }) => ({ params: { id: club.benefitItem.id } }),
    },
    'GET /fanclubs/:fanclubId/benefit_items/:id/file': {
      ...READ,
      request: async ({ given, store }) => {
        const { key: fileKey, ...stored } = await store('A demo');
        const { id } = await given.benefitItem({ file: 'demo', fileKey, ...stored });
        return { params: { id } };
      },
    },
    'POST /fanclubs/:fanclubId/benefit_items/:id/file': {
      ...WRITE,
      request: async ({ given, store, n }) => {
        const { key: fileKey, ...stored } = await store('A demo');
        const { id } = await given.benefitItem({ file: 'demo', fileKey, ...stored });
        const query = { name: `demo-${n}.txt` };
        return { params: { id }, query, ifMatch: true, file: `The new demo ${n}` };
      },
    },
    'PATCH /fanclubs/:fanclubId/benefit_items/:id': {
      ...WRITE,
      request: ({ club, n }) => ({
        params: { id: club.benefitItem.id },
        ifMatch: true,
        body: { title: `Setlist ${n}` },
      }),
    },
    'DELETE /fanclubs/:fanclubId/benefit_items/:id': {
      ...WRITE,
      request: ({ club }) => ({ params: { id: club.benefitItem.id } }),
    },
  },
  async statements({ given }) {
    const plan = await given.plan();
    const customer = await given.customer();
    await given.subscription({ customer, plan });
    const item = await given.benefitItem({ benefit: await given.benefit({ plans: [plan] }), file: 'own' });
    return { 'exclusive_content.file_of_customer': { customer: customer.id, item: item.id } };
  },
  filteredById: {
    'exclusive_content.file_of_customer': 'the customer of the session or of a signed address',
    'exclusive_content.of_plan': 'the plan of the membership of the session',
  },
  notAsked: {
    'exclusive_content.unnamed_keys':
      'the keys begin with the fan club; rows of others can only make it return fewer of them',
  },
  acrossFanclubs: {
    'doctor.file_facts': 'counts files of all fan clubs, for the operator',
    'exclusive_content.clubs_with_rows': 'the job deletes files of all fan clubs',
  },
  notFromCatalogue: ['benefit_items'],
  limitedColumns: [
    'BenefitItem.html',
    'BenefitItem.mediaType',
    'BenefitItem.store',
    'BenefitItem.fileKey',
    'BenefitItem.fileName',
  ],
};
