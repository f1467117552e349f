import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { Bare } from '#libs/envelope';
import { FormsGuard } from './forms.guard';
import { PageFilter } from './page.filter';
import { PageInterceptor } from './page.interceptor';

/** Makes a controller one of hosted pages: it returns a `Page` or `SeeOther`, its forms are checked, its failures are pages. */
export const AnswersPages = (): ClassDecorator =>
  applyDecorators(Bare(), UseGuards(FormsGuard), UseInterceptors(PageInterceptor), UseFilters(PageFilter));
