import { Injectable } from '@nestjs/common';

/** Where this process is in its life: serving, or on its way out. */
@Injectable()
export class Lifecycle {
  private leaving = false;

  /** True from the signal to stop on: readiness is withdrawn, and answers ask clients to close their connection. */
  get isDraining(): boolean {
    return this.leaving;
  }

  drain(): void {
    this.leaving = true;
  }
}
