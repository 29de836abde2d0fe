import { useState } from "react";
import type { Json } from "../../../core/model/json.ts";
import type { ParamSpec } from "../../../core/policies/parameters.ts";
import { NumberField } from "../../widgets/number-field/number-field.tsx";
import { formatAmount } from "../../widgets/number-field/amount.ts";
import { said } from "./values.ts";
import { Slider } from "../../widgets/slider/slider.tsx";

export interface ParamControlProps {
  readonly spec: ParamSpec;
  readonly value: Json;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly onInput: (value: Json) => void;
  readonly onCommit: () => void;
}

function IntegerControl({ spec, value, invalid, describedBy, onInput, onCommit }: ParamControlProps) {
  const number = typeof value === "number" && Number.isFinite(value) ? value : 0;
  const range = {
    ...(spec.min === undefined ? {} : { min: spec.min }),
    ...(spec.max === undefined ? {} : { max: spec.max }),
  };
  const unit = spec.unit ?? "";
  const standard = typeof spec.default === "number" ? { default: spec.default } : {};
  return (
    <>
      {spec.slider ? (
        <Slider
          label={`${spec.label}, slider`}
          value={number}
          scale={spec.slider}
          {...standard}
          valueText={`${formatAmount(number)} ${unit}`}
          describedBy={describedBy}
          onInput={onInput}
          onCommit={onCommit}
        />
      ) : (
        <span />
      )}
      <NumberField
        label={spec.label}
        value={number}
        {...(spec.unit ? { unit: spec.unit } : {})}
        {...range}
        invalid={invalid}
        describedBy={describedBy}
        onInput={onInput}
        onCommit={onCommit}
      />
    </>
  );
}

/** Names between commas; empty ones are none. */
export function namesOf(typed: string): string[] {
  return typed
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function NamesControl({ spec, value, describedBy, onInput, onCommit }: ParamControlProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const given = Array.isArray(value) ? value.map(String).join(", ") : "";
  return (
    <input
      className="profile__text"
      type="text"
      spellCheck={false}
      aria-label={spec.label}
      aria-describedby={describedBy}
      title="Names between commas"
      value={typed ?? given}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onInput(namesOf(event.currentTarget.value));
      }}
      onBlur={() => {
        setTyped(null);
        onCommit();
      }}
    />
  );
}

function ChoiceControl({ spec, value, describedBy, onInput, onCommit }: ParamControlProps) {
  return (
    <select
      className="profile__select"
      aria-label={spec.label}
      aria-describedby={describedBy}
      value={said(value)}
      onChange={(event) => {
        onInput(event.currentTarget.value);
        onCommit();
      }}
    >
      {spec.choices?.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </select>
  );
}

/** The control that fits a parameter's type. */
export function ParamControl(props: ParamControlProps) {
  const { spec, value, describedBy, onInput, onCommit } = props;
  switch (spec.type) {
    case "integer":
      return <IntegerControl {...props} />;
    case "names":
      return <NamesControl {...props} />;
    case "choice":
      return <ChoiceControl {...props} />;
    case "boolean":
      return (
        <input
          className="profile__switch"
          type="checkbox"
          role="switch"
          aria-checked={value === true}
          aria-label={spec.label}
          aria-describedby={describedBy}
          checked={value === true}
          onChange={(event) => {
            onInput(event.currentTarget.checked);
            onCommit();
          }}
        />
      );
    case "text":
      return (
        <textarea
          className="profile__text profile__text--long"
          rows={3}
          aria-label={spec.label}
          aria-describedby={describedBy}
          value={typeof value === "string" ? value : ""}
          onChange={(event) => onInput(event.currentTarget.value)}
          onBlur={onCommit}
        />
      );
  }
}
