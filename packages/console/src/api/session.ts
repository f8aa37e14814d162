import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';
import type { Session } from './shapes.ts';

/** Who uses the console, and the tenants that they may see. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: (): Promise<Session> => bodyOf(api.GET('/api/session')),
});
