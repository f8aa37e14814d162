import { queryOptions } from '@tanstack/react-query';
import { eidFields, formFields } from './schemas.ts';

/** The fields of a kind of object, such as `Application`; those of an eID with its own settings. */
export function formFieldsQuery(name: string, eid?: string) {
  return queryOptions({
    queryKey: ['form-fields', name, eid],
    queryFn: () => (eid === undefined ? formFields(name) : eidFields(eid)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
