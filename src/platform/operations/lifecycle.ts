import { Injectable } from '@nestjs/common';

/** The state of this process. */
@Injectable()
export class Lifecycle {
  /** True after the signal to stop: the service is not ready, and answers ask clients to close their connection. */
  isDraining = false;

  /** True once another process has taken this one's place: answers ask clients to close their connection. */
  isRetiring = false;
}
