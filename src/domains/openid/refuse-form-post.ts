import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/** The ways in which answers reach an application. */
const MODES = ['query', 'fragment'];

/**
 * Takes the response mode `form_post` from a provider. It is a page with a script that sends a form to another site, both of which the
 * policy of our pages blocks. The library has no setting for it.
 */
export function refuseFormPost(library: typeof import('oidc-provider'), provider: Provider): void {
  provider.use(async (ctx: KoaContextWithOIDC, next) => {
    await next();
    if (ctx.oidc?.route === 'discovery')
      Object.assign(ctx.body as object, { response_modes_supported: MODES });
  });
  provider.Client.prototype.responseModeAllowed = (mode) => {
    // Absent: the library reports what else is missing.
    if (mode === undefined || MODES.includes(mode)) return true;
    // The error must not take the same way.
    library.Provider.ctx!.oidc.params!.response_mode = undefined;
    throw new library.errors.UnsupportedResponseMode();
  };
}
