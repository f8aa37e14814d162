import { queryOptions } from '@tanstack/react-query';
import { formFields } from './schemas.ts';

/** The fields of a kind of object, such as `Application`. */
export function formFieldsQuery(name: string) {
  return queryOptions({
    queryKey: ['form-fields', name],
    queryFn: () => formFields(name),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
