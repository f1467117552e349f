import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, type Observable, throwError } from 'rxjs';
import { PasswordsBusy } from '#libs/password';
import { Overloaded } from './overloaded';

/** Tells a queue of passwords that is too long as what it means to whoever asks: the service is {@link Overloaded}. */
@Injectable()
export class BusyInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(
        catchError((error: unknown) =>
          throwError(() => (error instanceof PasswordsBusy ? new Overloaded() : error)),
        ),
      );
  }
}
