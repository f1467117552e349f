import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { BusyInterceptor } from './busy.interceptor';

/** What holds for every request, whichever domain answers it. */
@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: BusyInterceptor }] })
export class HttpModule {}
