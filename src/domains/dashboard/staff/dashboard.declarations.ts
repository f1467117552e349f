import { declarePermissions, MANAGERS } from '#platform/staff';

export const permissions = declarePermissions({
  'dashboard.read': { ...MANAGERS, support: 'numbers', fulfilment: 'parcels', viewer: 'full' },
});

declare module '#platform/staff' {
  interface Permissions extends Readonly<typeof permissions> {}
}
