import {
  type ExportContext,
  ExportRefused,
  fieldsOf,
  format as f,
  type LoadContext,
  match,
  type TableRules,
  type Whole,
  write,
} from '#platform/catalogue';
import { LoginProvider } from './fanclub.entity';

export const loginProvider = f.object('LoginProvider', {
  name: f.providerName(),
  app_id: f.label(),
  app_secret: f.secret(),
  login_path: f.orNull(f.text()),
  enabled: f.optional(f.flag(), true),
});

const LOGIN_PROVIDERS: TableRules<LoginProvider> = {
  entity: LoginProvider,
  tenant: 'fanclubId',
  key: ['fanclubId', 'name'],
  named: { noun: 'name', field: 'name' },
  peek: ['appSecretSealed'],
};

/** Loads the login providers of a fan club. */
export async function loadLoginProviders(
  context: LoadContext,
  fanclubId: number,
  providers: readonly f.Read<typeof loginProvider>[],
  path: string,
): Promise<void> {
  const rows = providers.map((provider, n) => ({
    path: `${path}[${n}]`,
    secret: provider.app_secret,
    values: {
      fanclubId,
      name: provider.name,
      appId: provider.app_id,
      loginPath: provider.login_path,
      enabled: provider.enabled,
    },
    fallbacks: { loginPath: null, enabled: true },
  }));
  const matched = await match(context, LOGIN_PROVIDERS, rows);
  if (!context.writing) return;
  // Sealing a secret again gives another text, so an unchanged secret is not written.
  const sealed = matched.map((row) => ({
    ...row,
    values: { ...row.values, appSecretSealed: sealChanged(context, row.secret, row.current.appSecretSealed) },
  }));
  await write(context, LOGIN_PROVIDERS, sealed);
}

function sealChanged(context: LoadContext, secret: string, stored: string | undefined): string | undefined {
  const { sealer } = context.tools;
  if (stored === undefined) return sealer.seal(secret);
  try {
    if (sealer.open(stored) === secret) return undefined;
  } catch {
    // No known key opens the stored secret, so it is replaced.
  }
  return sealer.seal(secret);
}

/** Reads the login providers that sign requests. A provider does not work without its secret, so a file without secrets has none. */
export async function exportLoginProviders(
  context: ExportContext,
  id: number,
): Promise<Whole<f.Read<typeof loginProvider>>[] | undefined> {
  if (!context.secrets) return undefined;
  const rows = await context.rows(LoginProvider, { id });
  return rows
    .filter(({ issuer }) => issuer === null)
    .map((row) => ({
      ...fieldsOf(loginProvider.fields, row, ['app_secret']),
      app_secret: openSecret(context, row),
    }));
}

/** @throws ExportRefused if no known key opens the secret */
function openSecret({ sealer }: ExportContext, { name, appSecretSealed }: LoginProvider): string {
  try {
    return sealer.open(appSecretSealed);
  } catch {
    throw new ExportRefused(`No key of ENCRYPTION_KEYS opens the app secret of the login provider ${name}.`);
  }
}
