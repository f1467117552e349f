import { Controller, Get, type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Answers } from '#platform/reference';
import { StaffSelf } from './staff-access';
import { createStaffDocument } from './staff-document';

/** The OpenAPI document of the API for staff. It is made on first use, which takes about half a second. */
@Injectable()
export class StaffReference {
  private document: OpenAPIObject | null = null;
  private app: INestApplication | null = null;

  /** Sets the application whose handlers are described. */
  describes(app: INestApplication): void {
    this.app = app;
  }

  /** @throws Error before {@link describes} was called */
  read(): OpenAPIObject {
    if (!this.app) throw new Error('the application that is described is not known');
    return (this.document ??= createStaffDocument(this.app));
  }
}

/** The description of the API for staff. */
@Controller('staff/api')
export class StaffReferenceController {
  constructor(private readonly reference: StaffReference) {}

  @Get('openapi.json')
  @StaffSelf()
  @Answers({ 200: { file: 'application/json' } })
  openapi(): OpenAPIObject {
    return this.reference.read();
  }
}
