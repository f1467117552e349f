import { declareAudits, declarePermissions, MANAGERS, MASKED_READERS, READERS } from '#platform/staff';

export const permissions = declarePermissions({
  'orders.read': { ...MASKED_READERS, fulfilment: 'parcels' },
  'shipments.read': { ...READERS, fulfilment: 'full' },
  'shipments.write': { ...MANAGERS, fulfilment: 'full' },
});

export const audits = declareAudits({
  batch: ['batch.exported', 'batch.made'],
  member: ['issue.mailed'],
  order: ['orders.listed'],
  parcel: ['parcel.corrected', 'parcel.shipped', 'parcels.imported', 'parcels.listed'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
