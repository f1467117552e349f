import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { EnvelopeFilter } from './envelope.filter';
import { EnvelopeInterceptor } from './envelope.interceptor';
import { ALWAYS_OK, type AlwaysOk, ENVELOPE_TEXTS, type EnvelopeTexts } from './envelope.texts';

/** Registers the envelope for the whole application: one interceptor for successes, one filter for failures. */
@Module({})
export class EnvelopeModule {
  static forRoot(texts: EnvelopeTexts, alwaysOk: AlwaysOk): DynamicModule {
    return {
      module: EnvelopeModule,
      providers: [
        { provide: ENVELOPE_TEXTS, useValue: texts },
        { provide: ALWAYS_OK, useValue: alwaysOk },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
        { provide: APP_FILTER, useClass: EnvelopeFilter },
      ],
    };
  }
}
