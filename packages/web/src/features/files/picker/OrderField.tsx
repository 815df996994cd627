import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import type { Sorting } from "./sorting.ts";

interface OrderFieldProps {
  className: string | undefined;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** The order of the files, where rows have no columns whose headers could set it. */
export function OrderField({ className = "", sorting, onSort }: OrderFieldProps) {
  const orders = listOrders();
  return (
    <Select
      aria-label={t`Order`}
      className={className}
      value={getValue(sorting)}
      data={orders.map(({ label, ...order }) => ({ value: getValue(order), label }))}
      onChange={(value) => {
        const order = orders.find((order) => getValue(order) === value);
        if (order) onSort({ sortIndex: order.sortIndex, forwardScan: order.forwardScan });
      }}
      allowDeselect={false}
      comboboxProps={{ position: "bottom-end", transitionProps: { duration: 0 } }}
    />
  );
}

const getValue = ({ sortIndex, forwardScan }: Sorting) => `${sortIndex} ${forwardScan}`;

const listOrders = (): (Sorting & { label: string })[] => [
  { sortIndex: "createdAt", forwardScan: false, label: t`Newest first` },
  { sortIndex: "createdAt", forwardScan: true, label: t`Oldest first` },
  { sortIndex: "name", forwardScan: true, label: t`Name: A to Z` },
  { sortIndex: "name", forwardScan: false, label: t`Name: Z to A` },
  { sortIndex: "type", forwardScan: true, label: t`Type: A to Z` },
  { sortIndex: "type", forwardScan: false, label: t`Type: Z to A` },
];
