import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { Bare } from '#libs/envelope';
import { FormsGuard } from './forms.guard';
import { PageFilter } from './page.filter';
import { PageInterceptor } from './page.interceptor';

/** For controllers of hosted pages. They return a `Page` or `SeeOther`, their forms are checked, and their failures are pages. */
export const AnswersPages = (): ClassDecorator =>
  applyDecorators(Bare(), UseGuards(FormsGuard), UseInterceptors(PageInterceptor), UseFilters(PageFilter));
