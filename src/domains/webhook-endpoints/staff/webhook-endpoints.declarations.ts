import { declareAudits, declarePermissions, itemActions, MANAGERS, OWNER } from '#platform/staff';

export const permissions = declarePermissions({
  /** Endpoints, deliveries, and messages, which may have personal data. */
  'webhooks.read': MANAGERS,
  /** Sends members' data to other systems. Changes of endpoints need a recent proof. */
  'webhooks.write': OWNER,
});

export const audits = declareAudits({
  webhook_endpoint: [
    ...itemActions('webhook_endpoint'),
    'webhook_endpoint.replayed',
    'webhook_endpoint.secret_rolled',
    'webhook_endpoint.tried',
  ],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
