import { statement } from '../database.mjs';
import { CLUB, HAS_KEY, keyOf, refreshed } from '../visitor.mjs';

const find = statement(
  'peer.fanclub',
  `SELECT f.id AS fanclub_id, f.name, f.site_url, f.forum_integration, f.link_login, f.link_logout, f.link_password_reset,
          f.link_saved_card, f.link_redeem, f.link_forum, f.link_ipboard, f.link_privacy, f.link_terms,
          f.tracking_development, f.tracking_production,
          (SELECT json_agg(json_build_object('name', p.name, 'app_id', p.app_id,
                                             'login_path', coalesce(p.login_path, '/auth/' || p.name)) ORDER BY p.id)
           FROM login_providers p WHERE p.fanclub_id = f.id AND p.enabled) AS authentications
   FROM ${CLUB} WHERE ${HAS_KEY}`,
);

/** GET /fanclub. */
export function fanclub(fastify, { publicUrl }) {
  fastify.get('/api/v1/fanclub', async (request, reply) => {
    const [row] = await refreshed(await find([keyOf(request)]));
    const pages = `${publicUrl}/fanclubs/${row.fanclub_id}`;
    const shape = JSON.stringify({
      name: row.name,
      site_url: row.site_url,
      authentications: row.authentications ?? [],
      links: {
        site: row.site_url,
        login: row.link_login ?? `${pages}/login`,
        logout: row.link_logout ?? `${pages}/logout`,
        password_reset: row.link_password_reset ?? `${pages}/password-reset`,
        saved_card: row.link_saved_card ?? `${pages}/saved-card`,
        redeem: row.link_redeem ?? `${pages}/redeem`,
        ...(row.forum_integration && {
          forum: row.link_forum ?? `${row.site_url}/forum`,
          ipboard: row.link_ipboard ?? `${row.site_url}/forum/sso`,
        }),
        legals: {
          privacy: row.link_privacy ?? `${pages}/privacy`,
          terms: row.link_terms ?? `${pages}/terms`,
        },
      },
      tracking: {
        development: { google_analytics: row.tracking_development },
        production: { google_analytics: row.tracking_production },
      },
    });
    return reply.send(`{"status":"ok","fanclub":${shape},"the service":${shape}}`);
  });
}
