import type { FastifyRequest } from 'fastify';

/** Where the API is, below the path of `PUBLIC_URL` (contract 1.1). */
export const API_PATH = '/api/v1';

/**
 * Whether the status of the answer is always 200, or 404 for an unknown path (contract 2.18). It belongs to the API alone. The route
 * decides, because an address can be written in several ways (`/%61pi/v1/…`); without a route, the address.
 */
export const isApiRequest = ({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): boolean =>
  (routeOptions.url ?? url).startsWith(`${API_PATH}/`);
