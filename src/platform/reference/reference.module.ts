import { Module } from '@nestjs/common';
import { ReferenceController } from './reference.controller';

/** The API reference: the OpenAPI document and a page that shows it. */
@Module({ controllers: [ReferenceController] })
export class ReferenceModule {}
