import type { FastifyRequest } from 'fastify';
import type { Origin } from '../audit';
import { clientNetwork } from '../http';

/** Where a request comes from; found out when it is asked, as most requests record nothing. */
export class RequestOrigin implements Origin {
  constructor(private readonly request: FastifyRequest) {}

  get network(): string {
    return clientNetwork(this.request);
  }

  get requestId(): string {
    return this.request.id;
  }
}
