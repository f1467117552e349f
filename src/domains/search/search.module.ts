import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SearchController } from './search.controller';
import { SearchJobs } from './search.jobs';
import { SearchService } from './search.service';
import { SearchAudit } from './search-audit.entity';

@Module({
  imports: [TypeOrmModule.forFeature([SearchAudit])],
  controllers: [SearchController],
  providers: [SearchJobs, SearchService],
})
export class SearchModule {}
